#pragma once

// How many times the calling thread has asked for memory so far, by malloc and its relatives. Frees are not counted.
long allocation_counter_of_this_thread(void);
