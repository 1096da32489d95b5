import { t } from '../../ui/language/text.ts'
import type { PortalCompany } from '../account/portal-company.ts'
import type { CustomerAccount } from '../account/use-account.ts'
import { ContactData } from './contact-data.tsx'
import { EmailChoices } from './email-choices.tsx'
import { LanguageSetting } from './language-setting.tsx'

/** Page of the customer's own details, and of the emails that the person gets. */
export function DetailsPage({ account, company }: { account: CustomerAccount; company: PortalCompany }) {
  return (
    <div className="grid max-w-170 gap-6">
      <h1 className="text-24 font-semibold">{t('Your details')}</h1>
      <ContactData company={company} />
      <LanguageSetting key={account.pk} stored={account.language} company={company} />
      <EmailChoices company={company} />
    </div>
  )
}
