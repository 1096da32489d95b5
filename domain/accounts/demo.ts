/** Subdomain of the demo company's portal. */
export const DEMO_SUB_DOMAIN = 'brightwater'
