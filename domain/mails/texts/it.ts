import type { BuiltInTexts } from './texts.ts'

const DAYS =
  '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}giorno{% else %}giorni{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} per la fattura {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} per le fatture {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}è stato contestato{% else %}è stato respinto{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}Abbiamo disattivato i pagamenti automatici con questo metodo.{% elsif charge.next_date == blank %}Non riproveremo automaticamente.{% else %}Riproveremo il {{ charge.next_date }}.{% endif %}'

export const it: BuiltInTexts = {
  invoice: {
    subject:
      'Fattura {{ invoice.number }} di {{ company.name }} — {% if invoice.is_paid %}pagata{% else %}{{ invoice.remaining }}, scadenza {{ invoice.due_date_short }}{% endif %}',
    heading: 'Fattura {{ invoice.number }} di {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, pagata{% else %}{{ invoice.remaining }}, scadenza {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}In allegato trova la fattura {{ invoice.number }} in PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'Scaduta: fattura {{ invoice.number }} di {{ company.name }} — {{ invoice.remaining }}, scaduta il {{ invoice.due_date_short }}',
    heading: 'La fattura {{ invoice.number }} di {{ company.name }} è scaduta',
    preheader: `{{ invoice.remaining }}, scaduta da ${DAYS}`,
    body: `{% if message != blank %}{{ message }}

{% endif %}La fattura {{ invoice.number }} è scaduta il {{ invoice.due_date }}, da ${DAYS}. La trova in allegato in PDF.{% if invoice.next_late_fee != blank %} Se resta insoluta, il {{ invoice.next_late_fee_date }} si aggiunge una mora di {{ invoice.next_late_fee }}.{% endif %}

Se il pagamento è già in corso, grazie.`,
  },
  'pay-link': {
    subject: 'Nuovo link per la fattura {{ invoice.number }} di {{ company.name }}',
    heading: 'Fattura {{ invoice.number }} di {{ company.name }}',
    preheader: '{{ invoice.remaining }}, scadenza {{ invoice.due_date }}',
    body: 'Ecco il nuovo link che ha richiesto. Lo usi per visualizzare e pagare quanto dovuto.',
  },
  receipt: {
    subject: 'Ricevuta: {{ payment.amount }} pagati a {{ company.name }}',
    heading: 'Abbiamo ricevuto il Suo pagamento, grazie!',
    preheader: `{{ payment.amount }} ricevuti${ABOUT}. Grazie!`,
    body: `{{ company.name }} ha ricevuto il Suo pagamento${ABOUT}. La ricevuta è allegata in PDF.`,
  },
  refund: {
    subject: 'Rimborso: {{ refund.amount }} da {{ company.name }}',
    heading: '{{ company.name }} ha rimborsato {{ refund.amount }}',
    preheader:
      '{% if payment.is_manual %}Dal pagamento {{ payment.number }}.{% else %}Su {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}Questo rimborso riguarda il Suo pagamento {{ payment.number }}.{% else %}Può comparire sull’estratto conto dopo qualche giorno.{% endif %}',
  },
  'payment-returned': {
    subject: 'La fattura {{ invoice.number }} è di nuovo aperta: {{ invoice.remaining }}',
    heading: 'La fattura {{ invoice.number }} è di nuovo aperta',
    preheader: `Il Suo pagamento di {{ payment.amount }} ${VERB}.`,
    body: `Il Suo pagamento di {{ payment.amount }} ({{ payment.method }}) ${VERB}, quindi non vale più per questa fattura.`,
  },
  'payment-action': {
    subject: 'Completi il pagamento di {{ payment.amount }} a {{ company.name }}',
    heading: 'Il suo pagamento non è completo',
    preheader:
      '{% if payment.needs_verification %}Verifichi il conto bancario entro il {{ payment.act_by }}.{% else %}La banca le chiede di confermarlo entro il {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}Entro due giorni lavorativi un piccolo deposito arriva sul suo conto bancario ({{ payment.method }}). La descrizione contiene un codice che inizia con SM. Apra la pagina qui sotto e inserisca il codice entro il {{ payment.act_by }}. Poi il pagamento della fattura {{ invoice.number }} viene inviato.{% else %}{{ company.name }} voleva addebitare {{ payment.method }} per la fattura {{ invoice.number }}, come concordato. La banca le chiede di confermare questo pagamento. Apra la pagina qui sotto e lo confermi entro il {{ payment.act_by }}.{% endif %}

Non è stato ancora addebitato nulla.`,
  },
  'charge-notice': {
    subject:
      '{{ charge.amount }} saranno addebitati il {{ charge.date }} per la fattura {{ invoice.number }}',
    heading: 'La fattura {{ invoice.number }} sarà pagata automaticamente',
    preheader: 'Su {{ charge.method }}. Non deve fare nulla.',
    body: `Come concordato, {{ company.name }} addebiterà {{ charge.method }} il {{ charge.date }}. Non deve fare nulla.

Prima di quel giorno può pagare in altro modo o disattivare i pagamenti automatici nel portale.`,
  },
  'charge-failed': {
    subject: 'Il pagamento automatico della fattura {{ invoice.number }} non è riuscito',
    heading: 'Il Suo pagamento automatico non è riuscito',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} non ha potuto addebitare {{ charge.method }} per la fattura {{ invoice.number }}. {{ payment.reason }}

${SEQUEL} Può pagare in altro modo in qualsiasi momento.`,
  },
  'charge-stopped': {
    subject: 'Il pagamento automatico della fattura {{ invoice.number }} richiede un altro metodo',
    heading: 'Scelga un altro metodo di pagamento',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} è scaduto.{% elsif charge.is_other_currency %}Non è possibile addebitare {{ charge.method }} nella valuta di questa fattura.{% else %}Non è più possibile addebitare {{ charge.method }}.{% endif %}',
    body: `{{ company.name }} non può incassare automaticamente la fattura {{ invoice.number }}, in scadenza il {{ invoice.due_date }}. {% if charge.is_expired %}{{ charge.method }} è scaduto.{% elsif charge.is_other_currency %}Non è possibile addebitare {{ charge.method }} nella valuta di questa fattura.{% else %}Non è più possibile addebitare {{ charge.method }}.{% endif %}

Paghi con un altro metodo nella pagina qui sotto. Per continuare a pagare automaticamente, attivi nel portale i pagamenti automatici per un altro metodo. Non è stato addebitato nulla.`,
  },
  'credit-memo': {
    subject: 'Nota di credito {{ credit_memo.number }} di {{ company.name }}: {{ credit_memo.amount }}',
    heading: 'Nota di credito {{ credit_memo.number }} di {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}Ha un credito di {{ credit_memo.amount }}.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'Ha presso di noi un credito di {{ credit_memo.amount }}. La nota di credito è allegata in PDF.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Grazie per il pagamento della fattura {{ invoice.number }}{% else %}Grazie per il pagamento di {{ totals.count }} fatture{% endif %}',
    heading: 'Grazie per il Suo pagamento',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} ricevuti{% else %}{{ totals.paid }} ricevuti per {{ totals.count }} fatture{% endif %}',
    body: `Buongiorno {{ customer.name }},

{% if totals.count == 1 %}La fattura {{ invoice.number }} è interamente pagata. Grazie per il pagamento di {{ invoice.paid }}.{% else %}{{ totals.count }} fatture sono interamente pagate. Grazie per il pagamento di {{ totals.paid }} in totale.{% endif %}

Non deve fare altro. Se ha una domanda, risponda a questa e-mail.`,
  },
  statement: {
    subject: 'Estratto conto di {{ company.name }}: dal {{ statement.from }} al {{ statement.to }}',
    heading: 'Il Suo estratto conto di {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}Non c’è nulla da pagare.{% else %}{{ statement.owed }} da pagare.{% endif %}',
    body: `Buongiorno {{ customer.name }},

Il Suo estratto conto dal {{ statement.from }} al {{ statement.to }} è allegato in PDF. {% if statement.open_count == 0 %}Nessuna fattura è da pagare.{% else %}Restano da pagare {{ statement.owed }} su {% if statement.open_count == 1 %}una fattura{% else %}{{ statement.open_count }} fatture{% endif %}{% if statement.overdue != blank %}, di cui {{ statement.overdue }} scaduti{% endif %}.{% endif %}{% if pay_all_link != blank %} Con il link qui sotto può pagarle tutte in una volta sola.{% endif %}

Se qualcosa non Le sembra corretto, risponda a questa e-mail.`,
  },
  'plan-proposal': {
    subject: 'Piano di pagamento di {{ company.name }}: {{ plan.total }} in {{ plan.count }} rate',
    heading: 'Il Suo piano di pagamento',
    preheader: '{{ plan.total }} per {{ plan.invoices }}. Lo confermi entro il {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} propone di pagare {{ plan.invoices }} a rate. Consulti il piano e lo confermi entro il {{ plan.confirm_until }}. Aprendolo non viene addebitato nulla.`,
  },
  'plan-confirmed': {
    subject: 'Il Suo piano di pagamento con {{ company.name }} è confermato',
    heading: 'Il Suo piano di pagamento è confermato',
    preheader: '{{ plan.total }} per {{ plan.invoices }} in {{ plan.count }} rate',
    body: 'Grazie per aver confermato il piano di pagamento per {{ plan.invoices }}. L’accordo è allegato in PDF.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Rata non pagata: {{ installment.amount }} scaduti il {{ installment.due_date }}{% else %}Rata di {{ installment.amount }} in scadenza il {{ installment.due_date }}{% endif %}',
    heading:
      '{% if installment.is_missed %}Una rata non è stata pagata{% else %}La Sua prossima rata{% endif %}',
    preheader: '{{ installment.amount }} per {{ plan.invoices }}',
    body: `Gentile {{ customer.name }},

{% if installment.is_missed %}la rata di {{ installment.amount }} per {{ plan.invoices }} è scaduta il {{ installment.due_date }} e non è ancora arrivata. La paghi ora, così il Suo piano di pagamento prosegue.{% else %}{{ installment.amount }} del Suo piano di pagamento per {{ plan.invoices }} scadono il {{ installment.due_date }}.{% endif %}

Se il pagamento è già in arrivo, grazie.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}scaduta il{% else %}scadenza{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} su {{ totals.count }} fatture{% endif %}',
}
