import { writeFileSync } from 'node:fs'
import { writeClient } from './client/write-client.ts'

writeFileSync(new URL('../clients/typescript/operations.ts', import.meta.url), writeClient())
