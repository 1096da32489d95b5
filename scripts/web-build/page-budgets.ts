/** The screens that people see first, and what each may cost before it is there. */
export interface PageBudget {
  readonly name: string
  readonly html: 'business.html' | 'portal.html'
  /** Files that the page fetches when it finds out what to show, by the names in vite.config.ts. */
  readonly lazy: readonly string[]
  /** Scripts and styles, compressed by brotli, in bytes. */
  readonly mostBytes: number
  /** Files: the page itself, scripts, styles, the font. What is asked of the API comes on top. */
  readonly mostFiles: number
  /** Files and what is asked of the API, until the screen stands. */
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
    mostBytes: 155_500,
    mostFiles: 7,
    mostRequests: 10,
  },
} as const satisfies Record<string, PageBudget>
