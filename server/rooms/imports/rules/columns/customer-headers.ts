import { names } from './header-names.ts'

/**
 * Header names of a customer list: English first, with the names in the exports of QuickBooks, Xero and
 * FreshBooks, then German, French and Spanish. Compared without case, accents and separators. Within a list,
 * likelier names come first.
 */
export const CUSTOMER_HEADERS: Readonly<Record<string, readonly string[]>> = {
  short_name: names(`
    short name, display name, customer full name, customer name, client name, contact name, customer, client, name,
    full name, account name, debtor, debtor name, payer, bill to name, bill to,
    kundenname, kunde, debitor, kurzname, nom du client, client nom, nom, nom complet,
    nombre del cliente, nombre cliente, cliente, nombre, nombre completo`),
  company_name: names(`
    company name, company, organization, organisation, business name, legal name, trading name, firm,
    firmenname, firma, unternehmen, raison sociale, societe, entreprise, nom de l entreprise,
    razon social, empresa, nombre de la empresa, compania, sociedad`),
  first_name: names(`
    first name, given name, forename, contact first name, vorname, prenom, nombre de pila, primer nombre`),
  last_name: names(`
    last name, surname, family name, contact last name, nachname, familienname, nom de famille, apellido, apellidos`),
  email: names(`
    email, email address, main email, primary email, customer email, client email, billing email, contact email,
    invoice email, e mail, e mail address, mail, mail address, email 1,
    e mail adresse, mailadresse, rechnungs e mail, courriel, adresse e mail, adresse email, adresse electronique,
    adresse mail, correo electronico, correo, direccion de correo`),
  emails: names(`
    further emails, additional emails, other emails, cc, cc email, email cc, secondary email, alternate email, email 2,
    weitere e mail, autres e mails, otros correos`),
  email_roles: names(`
    roles of other emails, other emails roles, other email roles, roles of emails, email roles, email role,
    rollen der weiteren e mails, roles des autres e mails, roles de otros correos`),
  primary_phone: names(`
    phone, phone number, main phone, primary phone, telephone, telephone number, tel, work phone, business phone,
    phone 1, phone numbers, telefon, telefonnummer, rufnummer, tel nr, numero de telephone, telefono,
    numero de telefono`),
  alternate_phone: names(`
    alternate phone, alt phone, other phone, secondary phone, phone 2, direct dial, ddi number, home phone,
    telefon 2, durchwahl, telephone 2, autre telephone, telefono 2, otro telefono`),
  mobile_phone: names(`
    mobile, mobile phone, mobile number, cell, cell phone, cellphone, mobil, mobiltelefon, handy, handynummer,
    mobilnummer, portable, telephone portable, movil, telefono movil, celular`),
  language: names(
    'language, preferred language, sprache, korrespondenzsprache, langue, idioma, lingua, taal',
  ),
  fax: names('fax, fax number, faxnummer, telefax, telecopie, numero de fax'),
  addressline1: names(`
    address, address line 1, address 1, street, street address, billing address, billing street,
    billing address line 1, billing address 1, bill to street, bill to street 1, bill to address 1,
    po address line 1, postal address line 1, mailing address,
    strasse, strasse und hausnummer, str, anschrift, rechnungsadresse, adresse, rue, adresse 1,
    adresse de facturation, adresse ligne 1, direccion, direccion 1, calle, domicilio, direccion de facturacion`),
  addressline2: names(`
    address line 2, address 2, street 2, street line 2, billing address line 2, billing address 2, billing street 2,
    bill to street 2, bill to address 2, po address line 2, postal address line 2, suite, unit,
    adresszusatz, adresszeile 2, adresse 2, complement d adresse, adresse ligne 2, direccion 2`),
  city: names(`
    city, town, billing city, bill to city, po city, postal city, suburb, ort, stadt, wohnort, ville, commune,
    ciudad, localidad, poblacion, municipio`),
  state: names(`
    state, province, province state, state province, region, county, billing state, bill to state,
    billing state province, po region, postal region, bundesland, kanton, departement, provincia, estado,
    comunidad autonoma`),
  postal_code: names(`
    postal code, zip, zip code, zipcode, postcode, post code, billing zip, billing postal code, billing zip code,
    bill to zip, po postal code, zip postal code, plz, postleitzahl, code postal, cp, codigo postal`),
  country: names(`
    country, billing country, bill to country, po country, postal country, country code, country region, land, staat,
    pays, pais`),
  currency: names(`
    currency, currency code, default currency, customer currency, client currency, waehrung, wahrung, devise, monnaie,
    moneda, divisa`),
  terms: names(`
    terms, payment terms, terms name, credit terms, net terms, zahlungsziel, zahlungsbedingungen, zahlungsbedingung,
    conditions de paiement, conditions de reglement, delai de paiement, condiciones de pago, terminos de pago,
    plazo de pago`),
  is_active: names('active, is active, active status, status, customer status, aktiv, actif, activo, statut'),
  group: names(`
    group, customer group, client group, group name, segment, customer segment, category, customer category,
    kundengruppe, gruppe, kategorie, groupe, groupe de clients, categorie, grupo, grupo de clientes, categoria`),
  notes: names(`
    notes, note, comment, comments, memo, remarks, customer notes, notizen, notiz, bemerkung, bemerkungen, kommentar,
    remarque, remarques, commentaire, notas, observaciones, comentarios`),
}
