// Copyright 2026 The signet Authors
// SPDX-License-Identifier: Apache-2.0

#include "server/transport/unix_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/transport/file_descriptor.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_folder.h"

namespace signet {
namespace {

using ::testing::_;
using ::testing::HasSubstr;

sockaddr_un AddressOf(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  return address;
}

bool CanConnect(const std::string& path) {
  const FileDescriptor fd(socket(AF_UNIX, SOCK_STREAM, 0));
  const sockaddr_un address = AddressOf(path);
  return connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

// A socket as a program other than signetd makes it: without a lock.
FileDescriptor ForeignListener(const std::string& path) {
  FileDescriptor fd(socket(AF_UNIX, SOCK_STREAM, 0));
  const sockaddr_un address = AddressOf(path);
  EXPECT_EQ(bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(listen(fd.get(), 1), 0);
  return fd;
}

mode_t ModeOf(const std::string& path) {
  struct stat there = {};
  EXPECT_EQ(stat(path.c_str(), &there), 0);
  return there.st_mode & 07777;
}

class UnixSocketTest : public ::testing::Test {
 protected:
  TempFolder folder_;
  const std::string path_ = folder_.Path("s");
};

TEST_F(UnixSocketTest, ListensWithItsModeWhateverTheUmask) {
  for (const mode_t mode : {0600, 0660, 0666}) {
    const mode_t previous = umask(0777);
    const auto listener = UnixSocket::Listen(path_, {.mode = mode});
    umask(previous);
    ASSERT_OK(listener);
    EXPECT_TRUE(CanConnect(path_));
    EXPECT_EQ(ModeOf(path_), mode);
  }
}

TEST_F(UnixSocketTest, RemovesWhatItMade) {
  ASSERT_OK(UnixSocket::Listen(path_, {}));
  EXPECT_NE(access(path_.c_str(), F_OK), 0);
  EXPECT_NE(access((path_ + ".lock").c_str(), F_OK), 0);
}

TEST_F(UnixSocketTest, LeavesASocketThatTookItsPlace) {
  auto listener = UnixSocket::Listen(path_, {});
  ASSERT_OK(listener);
  ASSERT_EQ(unlink(path_.c_str()), 0);
  const FileDescriptor foreign = ForeignListener(path_);
  listener->reset();
  EXPECT_TRUE(CanConnect(path_));
}

TEST_F(UnixSocketTest, RefusesAPathThatIsServed) {
  const auto first = UnixSocket::Listen(path_, {});
  ASSERT_OK(first);
  EXPECT_THAT(UnixSocket::Listen(path_, {}),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr(path_)));
  EXPECT_TRUE(CanConnect(path_));
}

TEST_F(UnixSocketTest, RefusesAPathThatAForeignProcessServes) {
  const FileDescriptor foreign = ForeignListener(path_);
  EXPECT_THAT(UnixSocket::Listen(path_, {}),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr(path_)));
  EXPECT_TRUE(CanConnect(path_));
}

TEST_F(UnixSocketTest, LeavesALiveSocketOfAnotherType) {
  for (const int type : {SOCK_DGRAM, SOCK_SEQPACKET}) {
    const FileDescriptor foreign(socket(AF_UNIX, type, 0));
    const sockaddr_un address = AddressOf(path_);
    ASSERT_EQ(bind(foreign.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    if (type == SOCK_SEQPACKET) {
      ASSERT_EQ(listen(foreign.get(), 1), 0);
    }
    EXPECT_FALSE(UnixSocket::Listen(path_, {}).ok()) << type;
    EXPECT_EQ(unlink(path_.c_str()), 0) << type;
  }
}

TEST_F(UnixSocketTest, TakesOverAStaleSocketAndAStaleLock) {
  ForeignListener(path_).Close();
  folder_.Write("s.lock", "");
  ASSERT_FALSE(CanConnect(path_));
  const auto listener = UnixSocket::Listen(path_, {});
  ASSERT_OK(listener);
  EXPECT_TRUE(CanConnect(path_));
}

TEST_F(UnixSocketTest, LeavesWhatIsNoSocket) {
  folder_.Write("s", "precious");
  EXPECT_THAT(UnixSocket::Listen(path_, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not a socket")));
  EXPECT_EQ(access(path_.c_str(), F_OK), 0);
}

TEST_F(UnixSocketTest, TakesPathsOf107Bytes) {
  const std::string longest = folder_.Path(std::string(107 - folder_.Path("").size(), 'x'));
  ASSERT_EQ(longest.size(), 107u);
  EXPECT_OK(UnixSocket::Listen(longest, {}));
  EXPECT_THAT(UnixSocket::Listen(longest + "x", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("108 bytes")));
  EXPECT_THAT(UnixSocket::Listen("", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("0 bytes")));
}

TEST_F(UnixSocketTest, NamesAFolderThatIsNotThere) {
  EXPECT_THAT(UnixSocket::Listen(folder_.Path("no/s"), {}),
              StatusIs(absl::StatusCode::kNotFound, "the server cannot make its socket " +
                                                        folder_.Path("no/s") + ", the folder " +
                                                        folder_.Path("no") + " does not exist"));
}

TEST_F(UnixSocketTest, LeavesALockFileThatTookThePlaceOfItsOwn) {
  auto old = UnixSocket::Listen(path_, {});
  ASSERT_OK(old);
  // Somebody tidies up, and another process takes over.
  ASSERT_EQ(unlink((path_ + ".lock").c_str()), 0);
  ASSERT_EQ(unlink(path_.c_str()), 0);
  auto next = UnixSocket::Listen(path_, {});
  ASSERT_OK(next);
  old->reset();
  EXPECT_TRUE(CanConnect(path_));
  EXPECT_EQ(access((path_ + ".lock").c_str(), F_OK), 0);
  EXPECT_THAT(UnixSocket::Listen(path_, {}), StatusIs(absl::StatusCode::kAlreadyExists, _));
  next->reset();
  EXPECT_NE(access((path_ + ".lock").c_str(), F_OK), 0);
}

TEST_F(UnixSocketTest, NeitherUsesNorRemovesAFileThatIsNoLock) {
  const std::string lock = path_ + ".lock";
  folder_.Write("s.lock", "a user's own");
  EXPECT_THAT(UnixSocket::Listen(path_, {}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the server cannot use " + lock +
                           " as its lock file, since it is not empty: remove it, or choose another "
                           "socket path"));
  EXPECT_EQ(access(lock.c_str(), F_OK), 0);
  EXPECT_NE(access(path_.c_str(), F_OK), 0);

  ASSERT_EQ(unlink(lock.c_str()), 0);
  ASSERT_EQ(mkfifo(lock.c_str(), 0600), 0);
  EXPECT_THAT(UnixSocket::Listen(path_, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it is not a regular file")));
  EXPECT_EQ(access(lock.c_str(), F_OK), 0);
}

TEST_F(UnixSocketTest, DoesNotUseAnotherUsersFileAsItsLock) {
  folder_.Write("s.lock", "");
  if (chown((path_ + ".lock").c_str(), 4242, 4242) != 0) {
    GTEST_SKIP() << "only root can give files away";
  }
  EXPECT_THAT(UnixSocket::Listen(path_, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("belongs to another user")));
  EXPECT_EQ(access((path_ + ".lock").c_str(), F_OK), 0);
}

}  // namespace
}  // namespace signet
