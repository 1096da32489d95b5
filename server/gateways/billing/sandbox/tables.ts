import type { Json } from '../../../platform/db/database.ts'
import type { SandboxState } from './state.ts'

interface BillingSandboxTable {
  account_id: string
  state: Json<SandboxState>
}

declare module '../../../platform/db/database.ts' {
  interface Database {
    billing_sandbox: BillingSandboxTable
  }
}
