// addresses, arrivals
#include "pdrank/server/addresses.hpp"

#include <gtest/gtest.h>

#include "pdrank/server/arrivals.hpp"

namespace pdrank::server {
namespace {

TEST(Addresses, AreThoseOfTheConnectionUnlessAServerInFrontIsTrusted) {
  Request request{.method = "GET", .path = "/", .headers = {{"x-forwarded-for", "1.1.1.1, 2.2.2.2 ,3.3.3.3"}}};
  request.address = "127.0.0.1";
  EXPECT_EQ(client_address(request, ""), "127.0.0.1") << "anybody can send a header";
  EXPECT_EQ(client_address(request, "x-forwarded-for"), "3.3.3.3") << "what comes before it, the client may have sent";
  EXPECT_EQ(client_address(request, "x-real-ip"), "");
}

TEST(Addresses, OfOneCustomerAreOne) {
  EXPECT_EQ(network_of("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(network_of("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
  EXPECT_EQ(network_of("2001:db8:1:2::9"), "2001:db8:1:2::");
  EXPECT_EQ(network_of("no address"), "no address");
}

TEST(Addresses, HaveALimitEach) {
  AddressLimit limit({.per_second = 1, .at_once = 3});
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(limit.allows("192.0.2.1", 1000)) << k;
  EXPECT_FALSE(limit.has_room("192.0.2.1", 1000));
  EXPECT_FALSE(limit.allows("192.0.2.1", 1500));
  EXPECT_TRUE(limit.allows("192.0.2.2", 1500)) << "another one";
  EXPECT_TRUE(limit.allows("192.0.2.1", 2600)) << "later";
  EXPECT_FALSE(limit.allows("192.0.2.1", 2600));
  for (int k = 0; k < 30'000; ++k) limit.allows(std::to_string(k), 2600);
  EXPECT_FALSE(limit.allows("192.0.2.1", 2600)) << "it is not forgotten for the crowd";
}

std::vector<storage::Voter> joined(std::size_t count, const std::string& from, std::int64_t every_ms) {
  std::vector<storage::Voter> voters(count);
  std::int64_t time = 1'000'000, id = 0;
  for (storage::Voter& voter : voters) {
    voter.id = ++id;
    voter.name = "V" + std::to_string(id);
    voter.joined_ms = time += every_ms;
    voter.joined_from = from.empty() ? std::to_string(time) : from;
  }
  return voters;
}

// With each how many it is about.
std::vector<std::pair<std::string, std::size_t>> doubts_about(const std::vector<storage::Voter>& voters) {
  std::vector<std::pair<std::string, std::size_t>> list;
  for (const Doubt& doubt : doubts_about_arrivals(voters)) list.emplace_back(doubt.text, doubt.voters.size());
  return list;
}

using Doubts = std::vector<std::pair<std::string, std::size_t>>;

TEST(Arrivals, ManyFromOneAddressMayBeOnePerson) {
  EXPECT_EQ(
      doubts_about(joined(60, "a", 60)),
      (Doubts{{"60 voters joined by the open link from one address within 4 seconds: they may be one person (V1, V2, "
               "V3 and 57 more)",
               60}}));
  EXPECT_EQ(
      doubts_about(joined(5, "a", 600'000)),
      (Doubts{{"5 voters joined by the open link from one address within 40 minutes: they may be one person (V1, V2, "
               "V3 and 2 more)",
               5}}));
  EXPECT_EQ(doubts_about(joined(4, "a", 60)), Doubts());
  std::vector<storage::Voter> excluded = joined(60, "a", 60);
  for (storage::Voter& voter : excluded) voter.excluded = true;
  EXPECT_EQ(doubts_about(excluded), Doubts()) << "they no longer count";
  EXPECT_EQ(doubts_about(std::vector<storage::Voter>(60)), Doubts()) << "made by the admin";
}

TEST(Arrivals, ManyAtOnceArePointedOut) {
  EXPECT_EQ(
      doubts_about(joined(25, "", 100)),
      (Doubts{{"25 voters joined by the open link within 10 seconds: look at what they answered (V1, V2, V3 and 22 "
               "more)",
               25}}));
  EXPECT_EQ(doubts_about(joined(100, "", 1000)), Doubts()) << "they came one after the other";
}

// Those of the burst, not all who have joined.
TEST(Arrivals, OnlyThoseWhoCameAtOnceAreNamed) {
  std::vector<storage::Voter> voters = joined(22, "", 10);
  for (storage::Voter voter : joined(30, "", 60'000)) {
    voter.id += 100;
    voter.joined_ms += 1'000'000;
    voters.push_back(voter);
  }
  const std::vector<Doubt> doubts = doubts_about_arrivals(voters);
  ASSERT_EQ(doubts.size(), 1u);
  EXPECT_EQ(doubts[0].kind, DoubtKind::burst);
  ASSERT_EQ(doubts[0].voters.size(), 22u);
  EXPECT_EQ(doubts[0].voters.front(), 1);
  EXPECT_EQ(doubts[0].voters.back(), 22);
}

}  // namespace
}  // namespace pdrank::server
