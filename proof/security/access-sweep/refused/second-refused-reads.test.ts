import { sweepRefused } from './sweep-refused.ts'

sweepRefused('read', { at: 1, of: 2 })
