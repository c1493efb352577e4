// Variables of Swift's concurrency runtime that Swift code cannot name. They are linked like any other symbol, so that
// they are found where the runtime is a part of the program, too.

extern void *swift_task_enqueueGlobal_hook;
extern void *swift_task_getMainExecutor_hook;

// Where the runtime keeps the function that it asks before it enqueues a job of a task on no executor.
static inline void *cswiftruntime_enqueue_global_hook(void) { return &swift_task_enqueueGlobal_hook; }

// Where the runtime keeps the function that it asks for the main actor's executor.
static inline void *cswiftruntime_main_executor_hook(void) { return &swift_task_getMainExecutor_hook; }
