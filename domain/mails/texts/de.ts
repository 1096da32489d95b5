import type { BuiltInTexts } from './texts.ts'

const DAYS = '{{ invoice.days_past_due }} {% if invoice.days_past_due == 1 %}Tag{% else %}Tagen{% endif %}'
const ABOUT =
  '{% if payment.invoice_count == 1 %} für die Rechnung {{ payment.invoices }}{% elsif payment.invoice_count > 1 %} für die Rechnungen {{ payment.invoices }}{% endif %}'
const VERB = '{% if payment.was_disputed %}wurde angefochten{% else %}wurde zurückgegeben{% endif %}'
const SEQUEL =
  '{% if charge.is_turned_off %}Wir haben automatische Zahlungen mit dieser Zahlungsart ausgeschaltet.{% elsif charge.next_date == blank %}Wir versuchen es nicht noch einmal automatisch.{% else %}Wir versuchen es am {{ charge.next_date }} noch einmal.{% endif %}'

export const de: BuiltInTexts = {
  invoice: {
    subject:
      'Rechnung {{ invoice.number }} von {{ company.name }} — {% if invoice.is_paid %}bezahlt{% else %}{{ invoice.remaining }} fällig am {{ invoice.due_date_short }}{% endif %}',
    heading: 'Rechnung {{ invoice.number }} von {{ company.name }}',
    preheader:
      '{% if invoice.is_paid %}{{ invoice.total }}, bezahlt{% else %}{{ invoice.remaining }}, fällig am {{ invoice.due_date }}{% endif %}',
    body: '{% if message == blank %}Anbei erhalten Sie die Rechnung {{ invoice.number }} als PDF.{% else %}{{ message }}{% endif %}',
  },
  'overdue-invoice': {
    subject:
      'Überfällig: Rechnung {{ invoice.number }} von {{ company.name }} — {{ invoice.remaining }} war fällig am {{ invoice.due_date_short }}',
    heading: 'Die Rechnung {{ invoice.number }} von {{ company.name }} ist überfällig',
    preheader: `{{ invoice.remaining }}, seit ${DAYS} überfällig`,
    body: `{% if message != blank %}{{ message }}

{% endif %}Die Rechnung {{ invoice.number }} war am {{ invoice.due_date }} fällig und ist seit ${DAYS} überfällig. Sie finden sie als PDF im Anhang.{% if invoice.next_late_fee != blank %} Bleibt sie offen, kommt am {{ invoice.next_late_fee_date }} eine Mahngebühr von {{ invoice.next_late_fee }} hinzu.{% endif %}

Falls Ihre Zahlung schon unterwegs ist, vielen Dank.`,
  },
  'pay-link': {
    subject: 'Neuer Link für die Rechnung {{ invoice.number }} von {{ company.name }}',
    heading: 'Rechnung {{ invoice.number }} von {{ company.name }}',
    preheader: '{{ invoice.remaining }}, fällig am {{ invoice.due_date }}',
    body: 'Hier ist der neue Link, den Sie angefordert haben. Mit ihm sehen und bezahlen Sie, was offen ist.',
  },
  receipt: {
    subject: 'Quittung: {{ payment.amount }} an {{ company.name }} bezahlt',
    heading: 'Wir haben Ihre Zahlung erhalten, vielen Dank!',
    preheader: `{{ payment.amount }}${ABOUT} erhalten. Vielen Dank!`,
    body: `{{ company.name }} hat Ihre Zahlung${ABOUT} erhalten. Ihre Quittung finden Sie als PDF im Anhang.`,
  },
  refund: {
    subject: 'Erstattung: {{ refund.amount }} von {{ company.name }}',
    heading: '{{ company.name }} hat {{ refund.amount }} erstattet',
    preheader:
      '{% if payment.is_manual %}Von der Zahlung {{ payment.number }}.{% else %}Auf {{ payment.method }}.{% endif %}',
    body: '{% if payment.is_manual %}Die Erstattung gehört zu Ihrer Zahlung {{ payment.number }}.{% else %}Es kann einige Tage dauern, bis sie auf Ihrem Kontoauszug erscheint.{% endif %}',
  },
  'payment-returned': {
    subject: 'Die Rechnung {{ invoice.number }} ist wieder offen: {{ invoice.remaining }}',
    heading: 'Die Rechnung {{ invoice.number }} ist wieder offen',
    preheader: `Ihre Zahlung von {{ payment.amount }} ${VERB}.`,
    body: `Ihre Zahlung von {{ payment.amount }} ({{ payment.method }}) ${VERB} und zählt deshalb nicht mehr für diese Rechnung.`,
  },
  'payment-action': {
    subject: 'Bitte schließen Sie Ihre Zahlung von {{ payment.amount }} an {{ company.name }} ab',
    heading: 'Ihre Zahlung ist noch nicht abgeschlossen',
    preheader:
      '{% if payment.needs_verification %}Bestätigen Sie Ihr Bankkonto bis {{ payment.act_by }}.{% else %}Ihre Bank bittet Sie um eine Bestätigung bis {{ payment.act_by }}.{% endif %}',
    body: `{% if payment.needs_verification %}Innerhalb von zwei Werktagen geht auf Ihrem Bankkonto ({{ payment.method }}) ein kleiner Betrag ein. In der Buchung steht ein Code, der mit SM beginnt. Öffnen Sie die Seite unten und geben Sie den Code bis {{ payment.act_by }} ein. Danach wird Ihre Zahlung für die Rechnung {{ invoice.number }} gesendet.{% else %}{{ company.name }} wollte, wie mit Ihnen vereinbart, {{ payment.method }} für die Rechnung {{ invoice.number }} belasten. Ihre Bank bittet Sie, diese Zahlung zu bestätigen. Öffnen Sie die Seite unten und bestätigen Sie sie bis {{ payment.act_by }}.{% endif %}

Bisher wurde nichts abgebucht.`,
  },
  'charge-notice': {
    subject:
      '{{ charge.amount }} werden am {{ charge.date }} für die Rechnung {{ invoice.number }} abgebucht',
    heading: 'Die Rechnung {{ invoice.number }} wird automatisch bezahlt',
    preheader: 'Von {{ charge.method }}. Sie müssen nichts tun.',
    body: `Wie vereinbart belastet {{ company.name }} am {{ charge.date }} {{ charge.method }}. Sie müssen nichts tun.

Bis dahin können Sie anders bezahlen oder automatische Zahlungen im Portal ausschalten.`,
  },
  'charge-failed': {
    subject: 'Ihre automatische Zahlung für die Rechnung {{ invoice.number }} ist fehlgeschlagen',
    heading: 'Ihre automatische Zahlung ist fehlgeschlagen',
    preheader: `{{ payment.reason }} ${SEQUEL}`,
    body: `{{ company.name }} konnte {{ charge.method }} für die Rechnung {{ invoice.number }} nicht belasten. {{ payment.reason }}

${SEQUEL} Sie können jederzeit anders bezahlen.`,
  },
  'charge-stopped': {
    subject:
      'Ihre automatische Zahlung für die Rechnung {{ invoice.number }} braucht eine andere Zahlungsmethode',
    heading: 'Bitte wählen Sie eine andere Zahlungsmethode',
    preheader:
      '{% if charge.is_expired %}{{ charge.method }} ist abgelaufen.{% elsif charge.is_other_currency %}{{ charge.method }} kann in der Währung dieser Rechnung nicht belastet werden.{% else %}{{ charge.method }} kann nicht mehr belastet werden.{% endif %}',
    body: `{{ company.name }} kann die Rechnung {{ invoice.number }}, fällig am {{ invoice.due_date }}, nicht automatisch einziehen. {% if charge.is_expired %}{{ charge.method }} ist abgelaufen.{% elsif charge.is_other_currency %}{{ charge.method }} kann in der Währung dieser Rechnung nicht belastet werden.{% else %}{{ charge.method }} kann nicht mehr belastet werden.{% endif %}

Bitte bezahlen Sie auf der Seite unten mit einer anderen Methode. Um weiter automatisch zu bezahlen, schalten Sie im Portal automatische Zahlungen für eine andere Methode ein. Es wurde nichts abgebucht.`,
  },
  'credit-memo': {
    subject: 'Gutschrift {{ credit_memo.number }} von {{ company.name }}: {{ credit_memo.amount }}',
    heading: 'Gutschrift {{ credit_memo.number }} von {{ company.name }}',
    preheader:
      '{% if credit_memo.reason == blank %}Sie haben ein Guthaben von {{ credit_memo.amount }}.{% else %}{{ credit_memo.reason }}{% endif %}',
    body: 'Sie haben bei uns ein Guthaben von {{ credit_memo.amount }}. Die Gutschrift finden Sie als PDF im Anhang.',
  },
  'thank-you': {
    subject:
      '{% if totals.count == 1 %}Danke für die Zahlung der Rechnung {{ invoice.number }}{% else %}Danke für die Zahlung von {{ totals.count }} Rechnungen{% endif %}',
    heading: 'Vielen Dank für Ihre Zahlung',
    preheader:
      '{% if totals.count == 1 %}{{ totals.paid }} erhalten{% else %}{{ totals.paid }} für {{ totals.count }} Rechnungen erhalten{% endif %}',
    body: `Guten Tag {{ customer.name }},

{% if totals.count == 1 %}die Rechnung {{ invoice.number }} ist vollständig bezahlt. Vielen Dank für die Zahlung von {{ invoice.paid }}.{% else %}{{ totals.count }} Rechnungen sind vollständig bezahlt. Vielen Dank für die Zahlung von insgesamt {{ totals.paid }}.{% endif %}

Sie müssen nichts weiter tun. Wenn Sie eine Frage haben, antworten Sie einfach auf diese E-Mail.`,
  },
  statement: {
    subject: 'Kontoauszug von {{ company.name }}: {{ statement.from }} bis {{ statement.to }}',
    heading: 'Ihr Kontoauszug von {{ company.name }}',
    preheader:
      '{% if statement.open_count == 0 %}Nichts ist offen.{% else %}{{ statement.owed }} sind offen.{% endif %}',
    body: `Guten Tag {{ customer.name }},

im Anhang finden Sie Ihren Kontoauszug vom {{ statement.from }} bis {{ statement.to }} als PDF. {% if statement.open_count == 0 %}Keine Rechnung ist offen.{% else %}Offen sind {{ statement.owed }} aus {% if statement.open_count == 1 %}einer Rechnung{% else %}{{ statement.open_count }} Rechnungen{% endif %}{% if statement.overdue != blank %}, davon sind {{ statement.overdue }} überfällig{% endif %}.{% endif %}{% if pay_all_link != blank %} Über den Link unten können Sie alle auf einmal bezahlen.{% endif %}

Wenn etwas nicht stimmt, antworten Sie einfach auf diese E-Mail.`,
  },
  'plan-proposal': {
    subject: 'Zahlungsplan von {{ company.name }}: {{ plan.total }} in {{ plan.count }} Raten',
    heading: 'Ihr Zahlungsplan',
    preheader:
      '{{ plan.total }} für {{ plan.invoices }}. Bitte bestätigen Sie ihn bis zum {{ plan.confirm_until }}.',
    body: `{% if message != blank %}{{ message }}

{% endif %}{{ company.name }} schlägt vor, {{ plan.invoices }} in Raten zu bezahlen. Bitte sehen Sie sich den Plan an und bestätigen Sie ihn bis zum {{ plan.confirm_until }}. Beim Öffnen wird nichts abgebucht.`,
  },
  'plan-confirmed': {
    subject: 'Ihr Zahlungsplan mit {{ company.name }} ist bestätigt',
    heading: 'Ihr Zahlungsplan ist bestätigt',
    preheader: '{{ plan.total }} für {{ plan.invoices }} in {{ plan.count }} Raten',
    body: 'Danke, dass Sie den Zahlungsplan für {{ plan.invoices }} bestätigt haben. Die Vereinbarung finden Sie als PDF im Anhang.',
  },
  installment: {
    subject:
      '{% if installment.is_missed %}Rate versäumt: {{ installment.amount }} war am {{ installment.due_date }} fällig{% else %}Rate von {{ installment.amount }} fällig am {{ installment.due_date }}{% endif %}',
    heading:
      '{% if installment.is_missed %}Eine Rate wurde nicht bezahlt{% else %}Ihre nächste Rate{% endif %}',
    preheader: '{{ installment.amount }} für {{ plan.invoices }}',
    body: `Guten Tag {{ customer.name }},

{% if installment.is_missed %}die Rate von {{ installment.amount }} für {{ plan.invoices }} war am {{ installment.due_date }} fällig und ist noch nicht eingegangen. Bitte bezahlen Sie sie jetzt, damit Ihr Zahlungsplan weiterläuft.{% else %}{{ installment.amount }} aus Ihrem Zahlungsplan für {{ plan.invoices }} werden am {{ installment.due_date }} fällig.{% endif %}

Falls Ihre Zahlung schon unterwegs ist, vielen Dank.`,
  },
  reminderPreheader:
    '{% if totals.count == 1 %}{{ invoice.remaining }}, {% if invoice.days_past_due > 0 %}war fällig am{% else %}fällig am{% endif %} {{ invoice.due_date }}{% else %}{{ totals.remaining }} auf {{ totals.count }} Rechnungen{% endif %}',
}
