module cephpeer

go 1.25.0

require (
	github.com/aws/aws-sdk-go-v2 v1.48.0
	github.com/aws/aws-sdk-go-v2/credentials v1.19.21
	github.com/ceph/go-ceph v0.40.0
	peers v0.0.0
	signet.dev/go v0.0.0
)

require (
	github.com/aws/smithy-go v1.28.9 // indirect
	golang.org/x/net v0.57.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.40.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260706201446-f0a921348800 // indirect
	google.golang.org/grpc v1.84.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace (
	peers => ../go
	signet.dev/go => ../../../client_lib/go
)
