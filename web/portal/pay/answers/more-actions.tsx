import { contract } from '../../../../contract/index.ts'
import { t } from '../../../ui/language/text.ts'
import { DownloadButton } from '../download-button.tsx'
import { type PayableInvoice, usePayer } from '../payer.ts'
import { AnswerButton } from './answer-button.tsx'
import { AskLine } from './ask-line.tsx'

/** Shows the other actions of an invoice, and whom to ask about it. */
export function MoreActions({ invoice }: { invoice: PayableInvoice }) {
  const { call } = usePayer()
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        <DownloadButton
          bare
          label={t('Download PDF')}
          fileName={`${t('Invoice {number}', { number: invoice.number })}.pdf`}
          failed={t('We couldn’t download the invoice')}
          load={() => call(contract.portal.invoicePdf, { params: { invoice: invoice.pk } })}
        />
        <AnswerButton invoice={invoice} className="-ms-3" />
      </div>
      <AskLine company={invoice.company} className="mt-4" />
    </>
  )
}
