import { sweepLists } from './sweep-lists.ts'

sweepLists({ at: 0, of: 2 })
