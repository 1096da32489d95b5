import { names } from './header-names.ts'

/** Header names of an invoice list; see customer-headers.ts for the format. */
export const INVOICE_HEADERS: Readonly<Record<string, readonly string[]>> = {
  number: names(`
    invoice number, invoice no, invoice num, invoice nr, invoice id, inv number, inv no, invoice ref, document number,
    doc number, doc no, transaction number, number, num, no, reference number, invoice, bill number,
    rechnungsnummer, rechnungs nr, rechnungsnr, rechnung nr, rechnung, belegnummer, beleg nr, belegnr, nummer,
    numero de facture, numero facture, no facture, number facture, facture, numero, numero de factura, numero factura,
    number factura, number de factura, num factura, factura`),
  customer_name: names(`
    customer name, customer, customer full name, client name, client, contact name, bill to, bill to name,
    company name, company, organization, organisation, account name, debtor, debtor name, sold to,
    customer display name, name, contact, kunde, kundenname, debitor, firma, empfaenger, empfanger,
    nom du client, client nom, raison sociale, nom, nombre del cliente, nombre cliente, cliente, razon social, nombre`),
  customer_email: names(`
    customer email, client email, email, email address, bill email, billing email, contact email, bill to email,
    customer email address, e mail, mail, kunden e mail, e mail adresse, courriel, adresse e mail, email du client,
    correo electronico, correo, correo del cliente`),
  invoice_date: names(`
    invoice date, date issued, issue date, issued on, issued, date of issue, invoiced on, bill date, txn date,
    transaction date, document date, doc date, date, created, created date,
    rechnungsdatum, belegdatum, ausstellungsdatum, datum, date de facture, date facture, date d emission,
    date de facturation, fecha de factura, fecha factura, fecha de emision, fecha`),
  due_date: names(`
    due date, date due, due on, due, payment due, payment due date, pay by,
    faelligkeitsdatum, falligkeitsdatum, faellig am, fallig am, faelligkeit, falligkeit, faellig, fallig,
    date d echeance, echeance, date limite de paiement, fecha de vencimiento, fecha vencimiento, vencimiento, vence`),
  terms: names(`
    terms, payment terms, terms name, net terms, zahlungsziel, zahlungsbedingungen, zahlungsbedingung,
    conditions de paiement, conditions de reglement, delai de paiement, condiciones de pago, plazo de pago`),
  currency: names(`
    currency, currency code, invoice currency, waehrung, wahrung, devise, monnaie, moneda, divisa`),
  total: names(`
    total, invoice total, total amount, invoice amount, grand total, amount, gross amount, gross, total due,
    original amount, invoice value, betrag, gesamtbetrag, bruttobetrag, rechnungsbetrag, brutto, gesamt, summe,
    gesamtsumme, endbetrag, montant ttc, total ttc, montant total, montant, importe total, total factura, importe,
    monto, monto total, total con iva`),
  amount_paid: names(`
    amount paid, paid, paid amount, invoice amount paid, total paid, payments, paid to date, amount received,
    bezahlt, gezahlt, bezahlter betrag, zahlbetrag, gezahlter betrag, montant paye, paye, montant regle, regle,
    pagado, importe pagado, monto pagado, cobrado`),
  balance: names(`
    balance, balance due, open balance, amount due, invoice amount due, remaining, outstanding, open amount,
    remaining balance, outstanding amount, outstanding balance, amount outstanding, unpaid, unpaid amount,
    offen, offener betrag, restbetrag, offener posten, saldo, reste a payer, solde, montant du, restant du,
    saldo pendiente, pendiente, importe pendiente, por cobrar`),
  description: names(`
    description, item description, line description, product service description, item, item name, product service,
    product, service, details, beschreibung, bezeichnung, artikel, leistung, position, positionstext,
    designation, libelle, article, descripcion, concepto, articulo, producto`),
  quantity: names(`
    quantity, qty, item quantity, line quantity, hours, units, menge, anzahl, stueck, stuck, stunden,
    quantite, qte, cantidad, cant, unidades`),
  unit_price: names(`
    unit price, unit amount, item rate, rate, price, unit cost, item price, sales price, price per unit,
    einzelpreis, stueckpreis, stuckpreis, preis, prix unitaire, prix, prix unitaire ht, pu ht,
    precio unitario, precio`),
  line_amount: names(`
    line amount, item amount, line total, line subtotal, item total, amount line, positionsbetrag, gesamtpreis,
    nettobetrag, montant ht, total ligne, importe linea, importe de linea`),
  discount: names(`
    discount, discount percentage, discount percent, discount rate, discount pct, rabatt, rabatt in prozent,
    rabatt prozent, remise, taux de remise, descuento, dto`),
  tax_rate: names(`
    tax rate, tax percentage, tax percent, vat rate, gst rate, tax pct, sales tax rate, vat percent,
    steuersatz, mwst satz, ust satz, mehrwertsteuersatz, mwst in prozent, taux de tva, taux tva, tipo de iva, tipo iva,
    porcentaje iva`),
  tax_amount: names(`
    tax amount, tax, total tax, sales tax, vat, vat amount, gst, gst amount, item tax amount, tax 1 amount, tax total,
    steuer, steuerbetrag, mwst, ust, mehrwertsteuer, umsatzsteuer, mwst betrag, tva, montant tva, montant de la tva,
    iva, importe iva, cuota iva, impuesto`),
  status: names(`
    status, invoice status, payment status, state, rechnungsstatus, zahlungsstatus, statut, etat, estado`),
  transaction_type: names(`
    transaction type, type, txn type, document type, doc type, invoice type, belegart, typ, type de document, tipo,
    tipo de documento`),
  notes: names(`
    notes, note, memo, message, comment, comments, customer message, invoice notes, po number, reference,
    notiz, notizen, bemerkung, kommentar, remarque, commentaire, notas, observaciones`),
}
