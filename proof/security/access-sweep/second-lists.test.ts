import { sweepLists } from './sweep-lists.ts'

sweepLists({ at: 1, of: 2 })
