import { runRaces } from './run-races.ts'

runRaces('first')
