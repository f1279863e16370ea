// The figures of the VQA data: video quality, 16 items a reference.
#include "reproduce/real.hpp"

namespace pdrank::reproduce {

Figure vqa_figure() {
  return real_figure("vqa", "Video quality: accuracy and time against active methods",
                     "Figure \"Results for one example of IQA-dataset\" and appendix, \"Additional Experiments for "
                     "Real-world Datasets\"",
                     [](const FigureInput& input, Observer* observer) { return run_real("vqa", input, observer); });
}

}  // namespace pdrank::reproduce
