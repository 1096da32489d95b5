import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { NotFoundPage } from '../../../layout/not-found-page.tsx'
import { DebtorsPage, NextDaysPage } from './coming-pages.tsx'
import { ExpectedCashPage } from './expected-cash-page.tsx'
import { AgingByCustomerPage, SourcesPage } from './list-pages.tsx'
import { AgingOverTimePage, CashPage, CollectionPage } from './month-pages.tsx'

const PAGES: Readonly<Record<string, ComponentType>> = {
  cash: CashPage,
  collection: CollectionPage,
  aging: AgingOverTimePage,
  'aging-by-customer': AgingByCustomerPage,
  'expected-cash': ExpectedCashPage,
  sources: SourcesPage,
  debtors: DebtorsPage,
  'next-days': NextDaysPage,
}

/** The report that the address names. */
export function ReportPage() {
  const { report = '' } = useParams({ strict: false })
  const Page = Object.hasOwn(PAGES, report) ? PAGES[report]! : NotFoundPage
  return <Page />
}
