// What an answer by Bradley and Terry's odds is expected to tell about the difference of two scores.
#pragma once

namespace pdrank {

// The mutual information, in nats, of the answer and the difference x ~ N(mean, deviation^2): with p = sigmoid(x) and
// h(p) = -p log p - (1 - p) log(1 - p), it is h(E p) - E h(p) (Lindley 1956; Li et al. 2018). To about
// 1e-8.
double expected_information_gain(double mean, double deviation);

}  // namespace pdrank
