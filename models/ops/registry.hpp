// Every operation, one line each here and in the list of registry.cpp. The list is written out:
// objects that register themselves vanish from static libraries without a word.
#pragma once

#include "models/ops/operation.hpp"

namespace gvlsim::ops {

extern const Operation await;
extern const Operation broadcast;
extern const Operation c_call;
extern const Operation choose;
extern const Operation close;
extern const Operation cpu;
extern const Operation gc;
extern const Operation io;
extern const Operation join;
extern const Operation lock;
extern const Operation mark;
extern const Operation pass;
extern const Operation pop;
extern const Operation priority;
extern const Operation push;
extern const Operation repeat;
extern const Operation signal;
extern const Operation sleep;
extern const Operation span;
extern const Operation spawn;
extern const Operation submit;
extern const Operation synchronize;
extern const Operation unlock;
extern const Operation wait;
extern const Operation wakeup;

}  // namespace gvlsim::ops
