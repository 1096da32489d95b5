import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programOf } from '../../testing/product-process.ts'
import type { Company } from './company.ts'

/** Changes a company's subscription, quotas or flags like an operator: `npm run account -- …`. */
export async function setAccount(company: Company, ...words: string[]): Promise<void> {
  const { NODE_ENV: _mode, DATABASE_URL: _database, QUITTANCE_DATA_DIR: dataDir, ...rest } = process.env
  if (!dataDir) throw new Error('QUITTANCE_DATA_DIR has to name the data of the product that runs.')
  const given = programOf('account', '--account', company.accountId, ...words)
  await promisify(execFile)(process.execPath, given, { env: { ...rest, DATA_DIR: dataDir } })
}
