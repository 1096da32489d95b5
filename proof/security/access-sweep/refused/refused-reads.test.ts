import { sweepRefused } from './sweep-refused.ts'

sweepRefused('read')
