/** The first screens, and the maximum cost to load each of them. */
export interface PageBudget {
  readonly name: string
  /** In English. The portal's screens keep their budgets in every language. */
  readonly html: 'business.html' | 'portal.html'
  /** Lazy parts that the screen loads, by their names in vite.config.ts. */
  readonly lazy: readonly string[]
  /** Scripts and styles, compressed by brotli, in bytes. */
  readonly mostBytes: number
  /** Files: the page itself, scripts, styles and the font, without API requests. */
  readonly mostFiles: number
  /** Files and API requests until the screen is complete. */
  readonly mostRequests: number
}

export const PAGE_BUDGETS = {
  payLink: {
    name: 'pay link',
    html: 'portal.html',
    lazy: [],
    mostBytes: 90_000,
    mostFiles: 4,
    mostRequests: 5,
  },
  portal: {
    name: 'portal',
    html: 'portal.html',
    lazy: ['portal-rest'],
    mostBytes: 105_000,
    mostFiles: 5,
    mostRequests: 7,
  },
  signIn: {
    name: 'business sign-in',
    html: 'business.html',
    lazy: [],
    mostBytes: 110_000,
    mostFiles: 5,
    mostRequests: 5,
  },
  invoices: {
    name: 'business invoice list',
    html: 'business.html',
    lazy: ['app', 'invoices-page'],
    mostBytes: 157_500,
    mostFiles: 7,
    mostRequests: 10,
  },
} as const satisfies Record<string, PageBudget>
