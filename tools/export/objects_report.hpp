// What the reports of a run say about its mutexes, condition variables and queues.
#pragma once

#include "models/report/result.hpp"
#include "tools/export/json_writer.hpp"
#include "tools/export/palette.hpp"
#include "tools/export/writer.hpp"

namespace gvlsim {

// The table of who got what, fairness, and warnings about threads that were locked out; nothing
// where the program has no such objects.
void write_objects_text(Writer& writer, const Result& result, Palette palette);

// The members "objects", "fairness" and "lock_outs" of the result.
void write_objects_json(JsonWriter& json, const Result& result);

}  // namespace gvlsim
