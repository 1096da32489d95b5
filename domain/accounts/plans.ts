import { PLAN_QUOTAS, type PlanQuota } from './plan-quotas.ts'

/** Features that a plan includes, by their API names. */
export const PLAN_FEATURES = [
  'SUB_ACCOUNT_MANAGEMENT',
  'NO_CONNECTION_FEES',
  'USER_MANAGEMENT',
  'PRO_FEATURES',
] as const
export type PlanFeature = (typeof PLAN_FEATURES)[number]

/** Kinds of businesses to which plans are sold. */
export const PLAN_GROUPS = ['BUSINESS_OWNER', 'PRO_ADVISOR', 'ACCOUNTANT', 'ACCOUNTANT_CLIENT'] as const
export type PlanGroup = (typeof PLAN_GROUPS)[number]

export const PLAN_NAMES = ['SOLE_PROPRIETOR', 'SMALL_BUSINESS', 'ENTERPRISE', 'ACCOUNTING_EDITION'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export interface Plan {
  /** Fixed, so that an address of a plan stays valid. */
  readonly id: string
  readonly codename: PlanName
  readonly name: string
  readonly description: string
  /** Price of a month in minor units of US dollars. */
  readonly amountMinor: bigint
  readonly features: readonly PlanFeature[]
  /** Caps; null is no cap. */
  readonly quotas: Readonly<Record<PlanQuota, number | null>>
  readonly group: PlanGroup
  /** Proposed to a business that has not chosen yet. */
  readonly isDefault: boolean
}

export const PLAN_CURRENCY = 'USD'
export const PLAN_INTERVAL = 'month'

/** Begins the description of every plan without PRO_FEATURES. */
export const REDUCED_FEATURES = 'Reduced features'

/** The catalogue, cheapest first within a group. */
export const PLANS: readonly Plan[] = [
  {
    id: '0199b000-0000-7000-8000-000000000001',
    codename: 'SOLE_PROPRIETOR',
    name: 'Sole Proprietor',
    description: `${REDUCED_FEATURES}: invoices, reminders and payments for one person.`,
    amountMinor: 49_99n,
    features: [],
    quotas: { MAX_INVOICES: 500, MAX_ADMIN_USERS: 1, MAX_SUB_ACCOUNTS: 0 },
    group: 'BUSINESS_OWNER',
    isDefault: false,
  },
  {
    id: '0199b000-0000-7000-8000-000000000002',
    codename: 'SMALL_BUSINESS',
    name: 'Small Business',
    description: 'Everything a team needs to get paid, with late fees and shared reports.',
    amountMinor: 99_99n,
    features: ['USER_MANAGEMENT', 'PRO_FEATURES'],
    quotas: { MAX_INVOICES: 5_000, MAX_ADMIN_USERS: 5, MAX_SUB_ACCOUNTS: 0 },
    group: 'BUSINESS_OWNER',
    isDefault: true,
  },
  {
    id: '0199b000-0000-7000-8000-000000000003',
    codename: 'ENTERPRISE',
    name: 'Enterprise',
    description: 'No limits, and client companies under one roof.',
    amountMinor: 199_99n,
    features: ['SUB_ACCOUNT_MANAGEMENT', 'NO_CONNECTION_FEES', 'USER_MANAGEMENT', 'PRO_FEATURES'],
    quotas: { MAX_INVOICES: null, MAX_ADMIN_USERS: null, MAX_SUB_ACCOUNTS: null },
    group: 'BUSINESS_OWNER',
    isDefault: false,
  },
  {
    id: '0199b000-0000-7000-8000-000000000004',
    codename: 'ACCOUNTING_EDITION',
    name: 'Accounting Edition',
    description: `${REDUCED_FEATURES}: for accountants who look after their clients’ companies.`,
    amountMinor: 0n,
    features: ['SUB_ACCOUNT_MANAGEMENT', 'USER_MANAGEMENT'],
    quotas: { MAX_INVOICES: 50, MAX_ADMIN_USERS: 5, MAX_SUB_ACCOUNTS: null },
    group: 'ACCOUNTANT',
    isDefault: false,
  },
]

export const FEATURES: Readonly<Record<PlanFeature, { name: string; description: string }>> = {
  PRO_FEATURES: { name: 'Pro features', description: 'Late fee rules and shared reports.' },
  USER_MANAGEMENT: { name: 'Team', description: 'Invite colleagues and change their roles.' },
  SUB_ACCOUNT_MANAGEMENT: { name: 'Client companies', description: 'Invite companies that you advise.' },
  NO_CONNECTION_FEES: {
    name: 'No connection fees',
    description: 'Nothing extra for connected payment processors and accounting platforms.',
  },
}

export const planNamed = (codename: PlanName): Plan => PLANS.find((plan) => plan.codename === codename)!

/** Returns the plan with this API id; undefined when there is none. */
export const planById = (id: string): Plan | undefined => PLANS.find((plan) => plan.id === id)

/** A company without a plan, as in its trial or where nothing is sold, has every feature. */
export const hasFeature = (plan: PlanName | null, feature: PlanFeature): boolean =>
  plan === null || planNamed(plan).features.includes(feature)

/** Example: 'Your plan does not include Pro features. See Plan and billing.' */
export const featureMissing = (feature: PlanFeature): string =>
  `Your plan does not include ${FEATURES[feature].name.toLowerCase()}. See Plan and billing.`

/** Facts of a company that decide which plans it is offered. */
export interface GroupFacts {
  /** Set by the operator; null decides by the other facts. */
  readonly chosen: PlanGroup | null
  /** Companies that its people advise, or invited to be advised. */
  readonly clientCompanies: number
  /** An accountant works in it. */
  readonly hasAdvisor: boolean
}

/** Only the operator makes a company a PRO_ADVISOR, because no fact of the product tells. */
export function groupOf({ chosen, clientCompanies, hasAdvisor }: GroupFacts): PlanGroup {
  if (chosen !== null) return chosen
  if (clientCompanies > 0) return 'ACCOUNTANT'
  return hasAdvisor ? 'ACCOUNTANT_CLIENT' : 'BUSINESS_OWNER'
}

/** Groups whose plans a company of a group may choose. */
const CHOICES: Readonly<Record<PlanGroup, readonly PlanGroup[]>> = {
  BUSINESS_OWNER: ['BUSINESS_OWNER'],
  ACCOUNTANT_CLIENT: ['ACCOUNTANT_CLIENT', 'BUSINESS_OWNER'],
  PRO_ADVISOR: ['PRO_ADVISOR', 'ACCOUNTANT', 'BUSINESS_OWNER'],
  ACCOUNTANT: ['ACCOUNTANT', 'BUSINESS_OWNER'],
}

export const plansFor = (group: PlanGroup): Plan[] =>
  PLANS.filter((plan) => CHOICES[group].includes(plan.group))

/** A quota as a plan lists it: a number, or for SUB_ACCOUNTS whether any is allowed. */
export interface ListedQuota {
  readonly codename: PlanQuota | 'SUB_ACCOUNTS'
  readonly name: string
  readonly description: string
  readonly is_boolean: boolean
  readonly value: number | boolean | null
}

export function listQuotas({ quotas }: Plan): ListedQuota[] {
  const numbers = (Object.keys(PLAN_QUOTAS) as PlanQuota[]).map((codename) => ({
    codename,
    ...PLAN_QUOTAS[codename],
    is_boolean: false,
    value: quotas[codename],
  }))
  const clients: ListedQuota = {
    codename: 'SUB_ACCOUNTS',
    name: 'Client companies allowed',
    description: 'Whether your team can advise other companies.',
    is_boolean: true,
    value: quotas.MAX_SUB_ACCOUNTS !== 0,
  }
  return [...numbers, clients]
}
