import './tables.ts'

export { createSandbox, type SandboxOptions } from './sandbox.ts'
