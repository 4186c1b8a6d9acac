// The button box on any board that Arduino knows. All of it is in the files beside this one;
// hal_arduino.cpp says which pins are used.

#include <Arduino.h>

#include "hal_arduino.h"
#include "box.h"

void setup()
{
    hal_arduino_start();
    box_start();
}

void loop()
{
    hal_arduino_sample();
    box_loop();
}
