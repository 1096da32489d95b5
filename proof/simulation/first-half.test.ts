import { simulateHalf } from './simulate-half.ts'

simulateHalf(0)
