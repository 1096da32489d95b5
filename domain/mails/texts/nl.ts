import type { BuiltInTexts } from './texts.ts'

const DAYS = '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}dag{% else %}dagen{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} voor factuur {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} voor facturen {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}is betwist{% else %}is teruggeboekt{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}Wij hebben automatische betalingen met deze betaalmethode uitgezet.{% elsif charge.next_date == blank %}Wij proberen het niet opnieuw automatisch.{% else %}Wij proberen het opnieuw op {{ charge.next_date }}.{% endif %}'

export const nl: BuiltInTexts = {
  invoice: {
    subject:
      'Factuur {{ invoice.number }} van {{ company.name }} — {% if invoice.is_paid %}betaald{% else %}{{ invoice.remaining }}, vervalt op {{ invoice.due_date_short }}{% endif %}',
    heading: 'Factuur {{ invoice.number }} van {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, betaald{% else %}{{ invoice.remaining }}, vervalt op {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}In de bijlage vindt u factuur {{ invoice.number }} als PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'Vervallen: factuur {{ invoice.number }} van {{ company.name }} — {{ invoice.remaining }}, vervallen op {{ invoice.due_date_short }}',
    heading: 'Factuur {{ invoice.number }} van {{ company.name }} is vervallen',
    preheader: `{{ invoice.remaining }}, ${DAYS} te laat`,
    body: `{% if message != blank %}{{ message }}

{% endif %}Factuur {{ invoice.number }} verviel op {{ invoice.due_date }} en is ${DAYS} te laat. U vindt de factuur als PDF in de bijlage.{% if invoice.next_late_fee != blank %} Blijft ze openstaan, dan komen er op {{ invoice.next_late_fee_date }} aanmaningskosten van {{ invoice.next_late_fee }} bij.{% endif %}

Is uw betaling al onderweg, dan danken wij u.`,
  },
  'pay-link': {
    subject: 'Nieuwe link voor factuur {{ invoice.number }} van {{ company.name }}',
    heading: 'Factuur {{ invoice.number }} van {{ company.name }}',
    preheader: '{{ invoice.remaining }}, vervalt op {{ invoice.due_date }}',
    body: 'Hier is de nieuwe link waar u om vroeg. Hiermee kunt u bekijken en betalen wat openstaat.',
  },
  receipt: {
    subject: 'Ontvangstbewijs: {{ payment.amount }} betaald aan {{ company.name }}',
    heading: 'Wij hebben uw betaling ontvangen, hartelijk dank!',
    preheader: `{{ payment.amount }} ontvangen${ABOUT}. Hartelijk dank!`,
    body: `{{ company.name }} heeft uw betaling${ABOUT} ontvangen. Uw ontvangstbewijs vindt u als PDF in de bijlage.`,
  },
  refund: {
    subject: 'Terugbetaling: {{ refund.amount }} van {{ company.name }}',
    heading: '{{ company.name }} heeft {{ refund.amount }} terugbetaald',
    preheader:
      '{% if payment.is_manual %}Van betaling {{ payment.number }}.{% else %}Naar {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}Deze terugbetaling hoort bij uw betaling {{ payment.number }}.{% else %}Het kan enkele dagen duren voordat u dit op uw afschrift ziet.{% endif %}',
  },
  'payment-returned': {
    subject: 'Factuur {{ invoice.number }} staat weer open: {{ invoice.remaining }}',
    heading: 'Factuur {{ invoice.number }} staat weer open',
    preheader: `Uw betaling van {{ payment.amount }} ${VERB}.`,
    body: `Uw betaling van {{ payment.amount }} ({{ payment.method }}) ${VERB} en telt daarom niet meer mee voor deze factuur.`,
  },
  'payment-action': {
    subject: 'Rond uw betaling van {{ payment.amount }} aan {{ company.name }} af',
    heading: 'Uw betaling is nog niet afgerond',
    preheader:
      '{% if payment.needs_verification %}Verifieer uw bankrekening uiterlijk {{ payment.act_by }}.{% else %}Uw bank vraagt u om een bevestiging uiterlijk {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}Binnen twee werkdagen komt er een klein bedrag op uw bankrekening ({{ payment.method }}) aan. In de omschrijving staat een code die met SM begint. Open de pagina hieronder en voer de code uiterlijk {{ payment.act_by }} in. Daarna wordt uw betaling voor factuur {{ invoice.number }} verstuurd.{% else %}{{ company.name }} wilde, zoals afgesproken, {{ payment.method }} belasten voor factuur {{ invoice.number }}. Uw bank vraagt u deze betaling te bevestigen. Open de pagina hieronder en bevestig de betaling uiterlijk {{ payment.act_by }}.{% endif %}

Er is nog niets afgeschreven.`,
  },
  'charge-notice': {
    subject: '{{ charge.amount }} wordt op {{ charge.date }} afgeschreven voor factuur {{ invoice.number }}',
    heading: 'Factuur {{ invoice.number }} wordt automatisch betaald',
    preheader: 'Van {{ charge.method }}. U hoeft niets te doen.',
    body: `Zoals afgesproken belast {{ company.name }} {{ charge.method }} op {{ charge.date }}. U hoeft niets te doen.

Vóór die dag kunt u anders betalen of automatische betalingen in het portaal uitzetten.`,
  },
  'charge-failed': {
    subject: 'Uw automatische betaling voor factuur {{ invoice.number }} is mislukt',
    heading: 'Uw automatische betaling is mislukt',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} kon {{ charge.method }} niet belasten voor factuur {{ invoice.number }}. {{ payment.reason }}

${SEQUEL} U kunt altijd op een andere manier betalen.`,
  },
  'charge-stopped': {
    subject:
      'Uw automatische betaling voor factuur {{ invoice.number }} heeft een andere betaalmethode nodig',
    heading: 'Kies een andere betaalmethode',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} is verlopen.{% elsif charge.is_other_currency %}{{ charge.method }} kan niet worden belast in de valuta van deze factuur.{% else %}{{ charge.method }} kan niet meer worden belast.{% endif %}',
    body: `{{ company.name }} kan factuur {{ invoice.number }}, die vervalt op {{ invoice.due_date }}, niet automatisch innen. {% if charge.is_expired %}{{ charge.method }} is verlopen.{% elsif charge.is_other_currency %}{{ charge.method }} kan niet worden belast in de valuta van deze factuur.{% else %}{{ charge.method }} kan niet meer worden belast.{% endif %}

Betaal op de pagina hieronder met een andere methode. Schakel in het portaal automatische betalingen in voor een andere methode om automatisch te blijven betalen. Er is niets afgeschreven.`,
  },
  'credit-memo': {
    subject: 'Creditnota {{ credit_memo.number }} van {{ company.name }}: {{ credit_memo.amount }}',
    heading: 'Creditnota {{ credit_memo.number }} van {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}U heeft een tegoed van {{ credit_memo.amount }}.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'U heeft bij ons een tegoed van {{ credit_memo.amount }}. De creditnota vindt u als PDF in de bijlage.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Bedankt voor het betalen van factuur {{ invoice.number }}{% else %}Bedankt voor het betalen van {{ totals.count }} facturen{% endif %}',
    heading: 'Bedankt voor uw betaling',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} ontvangen{% else %}{{ totals.paid }} ontvangen voor {{ totals.count }} facturen{% endif %}',
    body: `Beste {{ customer.name }},

{% if totals.count == 1 %}Factuur {{ invoice.number }} is volledig betaald. Bedankt voor uw betaling van {{ invoice.paid }}.{% else %}{{ totals.count }} facturen zijn volledig betaald. Bedankt voor uw betalingen van in totaal {{ totals.paid }}.{% endif %}

U hoeft niets meer te doen. Heeft u een vraag, beantwoord dan deze e-mail.`,
  },
  statement: {
    subject: 'Rekeningoverzicht van {{ company.name }}: {{ statement.from }} t/m {{ statement.to }}',
    heading: 'Uw rekeningoverzicht van {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}Er staat niets open.{% else %}Er staat {{ statement.owed }} open.{% endif %}',
    body: `Beste {{ customer.name }},

Uw rekeningoverzicht van {{ statement.from }} t/m {{ statement.to }} vindt u als PDF in de bijlage. {% if statement.open_count == 0 %}Er staat geen factuur open.{% else %}Er staat {{ statement.owed }} open op {% if statement.open_count == 1 %}één factuur{% else %}{{ statement.open_count }} facturen{% endif %}{% if statement.overdue != blank %}, waarvan {{ statement.overdue }} achterstallig is{% endif %}.{% endif %}{% if pay_all_link != blank %} Via de link hieronder kunt u ze allemaal in één keer betalen.{% endif %}

Klopt er iets niet, beantwoord dan deze e-mail.`,
  },
  'plan-proposal': {
    subject: 'Betalingsregeling van {{ company.name }}: {{ plan.total }} in {{ plan.count }} termijnen',
    heading: 'Uw betalingsregeling',
    preheader: '{{ plan.total }} voor {{ plan.invoices }}. Bevestig deze uiterlijk {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} stelt voor om {{ plan.invoices }} in termijnen te betalen. Bekijk de regeling en bevestig deze uiterlijk {{ plan.confirm_until }}. Bij het openen wordt niets afgeschreven.`,
  },
  'plan-confirmed': {
    subject: 'Uw betalingsregeling met {{ company.name }} is bevestigd',
    heading: 'Uw betalingsregeling is bevestigd',
    preheader: '{{ plan.total }} voor {{ plan.invoices }} in {{ plan.count }} termijnen',
    body: 'Bedankt voor het bevestigen van de betalingsregeling voor {{ plan.invoices }}. De overeenkomst vindt u als PDF in de bijlage.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Gemiste termijn: {{ installment.amount }} verviel op {{ installment.due_date }}{% else %}Termijn van {{ installment.amount }} vervalt op {{ installment.due_date }}{% endif %}',
    heading:
      '{% if installment.is_missed %}Een termijn is niet betaald{% else %}Uw volgende termijn{% endif %}',
    preheader: '{{ installment.amount }} voor {{ plan.invoices }}',
    body: `Hallo {{ customer.name }},

{% if installment.is_missed %}de termijn van {{ installment.amount }} voor {{ plan.invoices }} verviel op {{ installment.due_date }} en is nog niet binnen. Betaal deze nu, zodat uw betalingsregeling doorloopt.{% else %}{{ installment.amount }} van uw betalingsregeling voor {{ plan.invoices }} vervalt op {{ installment.due_date }}.{% endif %}

Is uw betaling al onderweg, dan danken wij u.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}vervallen op{% else %}vervalt op{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} op {{ totals.count }} facturen{% endif %}',
}
