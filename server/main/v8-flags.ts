import { setFlagsFromString } from 'node:v8'

/*
 * Loading the program makes hundreds of thousands of objects that stay, and V8 takes them for a sign that its young
 * generation is too small: by the time the server is ready it has grown to 64 MB, and it never shrinks again. What is
 * started imports this alone, and everything else from `limitYoungGeneration` on.
 */
export const limitYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1')

/** From here on it grows with what requests need. */
export const releaseYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=2')

/**
 * For what streams far more than it holds: garbage that outlived the young generation is collected when it is a fifth of
 * what is in use. Left to itself, V8 lets it grow to several times that first.
 */
export const collectOften = (): void => setFlagsFromString('--heap-growing-percent=20')
