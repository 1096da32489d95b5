import type { PlanQuota } from '../../../domain/accounts/plan-quotas.ts'

export interface PlanQuotasTable {
  account_id: string
  codename: PlanQuota
  most: number
}

declare module '../../platform/db/database.ts' {
  interface Database {
    plan_quotas: PlanQuotasTable
  }
}
