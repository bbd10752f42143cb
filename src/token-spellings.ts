type Way = (sign: string) => string
/** How an encoder writes each sign: by the first row that has it; other signs stay. */
type Encoder = readonly (readonly [signs: RegExp, way: Way])[]

const SIGNS = /[^\da-z]/i

const inPercents = (sign: string) =>
  [...Buffer.from(sign)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
const inPercentsUpper = (sign: string) => inPercents(sign).toUpperCase()
const inUnits = (sign: string) => `\\u${hexOf(sign).padStart(4, '0')}`
const inUnitsUpper = (sign: string) => `\\u${hexOf(sign).toUpperCase().padStart(4, '0')}`
const inDecimals = (sign: string) => `&#${sign.charCodeAt(0)};`
const inHex = (sign: string) => `&#x${hexOf(sign)};`
const inHexUpper = (sign: string) => `&#x${hexOf(sign).toUpperCase()};`
const slashed = (sign: string) => `\\${sign}`
const doubled = (sign: string) => sign + sign
const byName = (sign: string) => `&${NAMES[sign]};`
const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16)
}

/** Signs that encoders of addresses and forms write in percents, given by those that they leave. */
const OF_ADDRESSES = [
  SIGNS,
  /\W/,
  // RFC 3986; PHP, Go and older Python; a path of Python; forms; the functions of JavaScript.
  /[^\w.~-]/,
  /[^\w.-]/,
  /[^\w.~/-]/,
  /[^\w.*-]/,
  /[^\w.!~*'()-]/,
  /[^\w.!~*'();/?:@&=+$,#-]/,
  /[^\w.@*+/-]/,
  // A segment of a path, as RFC 3986 and Go have it.
  /[^\w.!~*'();:@&=+$,-]/,
  /[^\w.~:@&=+$-]/,
  // A query, a path and a user of the URL standard.
  /["#<>]/,
  /["#<>']/,
  /["#<>?^`{}]/,
  /["#<>?^`{}/:;=@[\]\\|]/,
]

const NONE = /(?!)/

/** Signs that encoders of JSON write as units, and those that they put behind a backslash. */
const OF_JSON: readonly [RegExp, RegExp][] = [
  [NONE, /["\\]/],
  [NONE, /["\\/]/],
  [/[<>&]/, /["\\]/],
  [/[<>&']/, /["\\]/],
  [/[<>&'=]/, /["\\]/],
  [/[<>&']/, /["\\/]/],
  [/[<>&'"]/, /[\\/]/],
  [/[<>/]/, /["\\]/],
  [/["&'+<>`]/, /\\/],
  [/[\\'"<>&=;`-]/, NONE],
]

/** Signs that encoders of XML and HTML write by name, and those, if any, for which they have another way. */
const OF_XML: readonly [RegExp, RegExp, Way][] = [
  [/&/, NONE, inHex],
  [/[&<]/, NONE, inHex],
  [/[&<>]/, NONE, inHex],
  [/[&<"]/, NONE, inHex],
  [/[&<>"]/, NONE, inHex],
  [/[&<>"']/, NONE, inHex],
  [/[&<>"]/, /'/, inDecimals],
  [/[&<>"]/, /'/, () => '&#039;'],
  [/[&<>"]/, /['+]/, inHexUpper],
  [/[&<>"]/, /'/, inHex],
  [/[&<>]/, /["']/, inDecimals],
  [/[&<>"]/, /['`]/, inDecimals],
  [/[&<>"]/, /['`]/, inHex],
  [/[&<>"]/, /['`=]/, inHexUpper],
  [/[&<>"]/, /['/]/, inHex],
  [/[&<>"]/, /['/]/, inHexUpper],
]

/** Encodings of whole texts, letters and digits included. */
const EVERY_SIGN: readonly Way[] = [inPercents, inPercentsUpper, inUnits, inUnitsUpper, inDecimals, inHex, inHexUpper]

/** The usual encoders, which leave letters and digits. */
const ENCODERS: readonly Encoder[] = [
  ...[inPercents, inPercentsUpper].flatMap(way => OF_ADDRESSES.map<Encoder>(signs => [[signs, way]])),
  // JSON: every sign, then as JavaScript, PHP, Go and Ruby, .NET, and scripts in pages write it.
  ...[inUnits, inUnitsUpper].flatMap(way => [SIGNS, /\W/].map<Encoder>(signs => [[signs, way]])),
  ...OF_JSON.flatMap(([signs, others]) =>
    [inUnits, inUnitsUpper].map<Encoder>(way => [
      [signs, way],
      [others, slashed],
    ]),
  ),
  // XML and HTML: every sign, then by name, with quotes in numbers as Python, PHP, Go, .NET and templates of JavaScript write them.
  ...[inDecimals, inHex, inHexUpper].flatMap(way => [SIGNS, /\W/].map<Encoder>(signs => [[signs, way]])),
  ...OF_XML.map<Encoder>(([signs, others, way]) => [
    [signs, byName],
    [others, way],
  ]),
  // Mustache.
  [
    [/[&<>"]/, byName],
    [/'/, inDecimals],
    [/[/`=]/, inHexUpper],
  ],
  // Markdown and shells: a backslash before every sign, or before special ones.
  ...[
    SIGNS,
    /\W/,
    /[_*]/,
    /[\\`*_[\]<>]/,
    /[\\`*_{}[\]()#+.!|<>~-]/,
    /["'\\]/,
    /["$`\\]/,
    /["$`\\!]/,
    /[^\w@:,./+-]/,
    /[^\w@%:,./+=-]/,
    /[ !"#$&'()*,;<>?[\\\]^`{|}~]/,
  ].map<Encoder>(signs => [[signs, slashed]]),
  [[/'/, () => "'\\''"]],
  [[/'/, () => `'"'"'`]],
  [[/'/, doubled]],
  [[/"/, doubled]],
]

/** A token unchanged and as the usual encoders write it, also with the escapes escaped once more. */
export function spellingsOf(token: string): string[] {
  const whole = EVERY_SIGN.map(way => token.split('').map(way).join(''))
  const partly = ENCODERS.map(encoder => encoded(token, encoder))
  const once = new Set([token, ...whole, ...partly])
  return [...once].flatMap(text => [
    text,
    text.replaceAll('%', '%25'),
    text.replaceAll('&', '&amp;'),
    text.replace(/["\\]/g, '\\$&'),
  ])
}

function encoded(token: string, encoder: Encoder): string {
  return token.replace(/[^\da-z]/gi, sign => encoder.find(([signs]) => signs.test(sign))?.[1](sign) ?? sign)
}

export interface Base64Spelling {
  chars: string
  /** So many characters suffice: the last one stands there only where the text ends with the token. */
  least: number
}

/**
 * A token in base64, also as a part of a longer text (`user:token`): a group of three bytes can begin with any of its
 * first three. Drops characters that depend on the bytes around the token.
 */
export function base64Of(token: string): Base64Spelling[] {
  const bytes = Buffer.from(token)
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((before * 8) / 6)
    return { chars: text.slice(first), least: Math.floor(((before + bytes.length) * 8) / 6) - first }
  })
}
