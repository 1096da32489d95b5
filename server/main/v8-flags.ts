import { setFlagsFromString } from 'node:v8'

/*
 * Loading the program creates hundreds of thousands of long-lived objects, which V8 takes as a sign that its
 * young generation is too small: it grows to 64 MB before the server is ready and never shrinks. Entry files
 * import this module first and everything else after `limitYoungGeneration`.
 */
export const limitYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1')

/** Lets the young generation grow with the needs of requests from now on. */
export const releaseYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=2')

/**
 * Collects the old generation when it has grown by a seventh. By default V8 lets it grow several times over: an export, or a load of
 * requests, would then take twice the memory.
 */
export const collectOften = (): void => setFlagsFromString('--heap-growing-percent=15')
