// The figures of the IQA data: image quality, 16 items a reference.
#include "reproduce/real.hpp"

namespace pdrank::reproduce {

Figure iqa_figure() {
  return real_figure("iqa", "Image quality: accuracy and time against active methods",
                     "Figure \"Results for one example of IQA-dataset\" and appendix, \"Additional Experiments for "
                     "Real-world Datasets\"",
                     [](const FigureInput& input, Observer* observer) { return run_real("iqa", input, observer); });
}

}  // namespace pdrank::reproduce
