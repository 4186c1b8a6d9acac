// What the sketch calls besides the box itself.
#pragma once

void hal_arduino_start();

// Samples the buttons once for every millisecond that has passed.
void hal_arduino_sample();
