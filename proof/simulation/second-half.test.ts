import { simulateHalf } from './half.ts'

simulateHalf(1)
