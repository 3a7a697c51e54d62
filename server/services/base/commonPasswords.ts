import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Common passwords in lower case, at least 8 characters: published lists of leaked passwords, plus patterns missing in
 * them, such as terms of this industry, Chinese words with usual suffixes, recent years and dates.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  [
    ...listLeaked(),
    ...combineWords(),
    ...listDigits(),
    ...listDates(),
    ...listKeyboardPatterns(),
    ...listOtherPatterns(),
  ].filter((password) => password.length >= 8),
)

function listLeaked(): string[] {
  const { 'passwords-common': passwords } = dictionary
  if (!Array.isArray(passwords) || passwords.length < 10_000) throw new Error('the list of common passwords is missing')
  return passwords.map((password) => password.toLowerCase())
}

function combineWords(): string[] {
  const bases = [
    'password',
    'passwort',
    'passw0rd',
    'p@ssw0rd',
    'p@ssword',
    'pa55word',
    'pass',
    'passwd',
    'admin',
    'adm1n',
    'administrator',
    'root',
    'user',
    'guest',
    'test',
    'demo',
    'default',
    'login',
    'welcome',
    'letmein',
    'changeme',
    'secret',
    'master',
    'manager',
    'operator',
    'superadmin',
    'super',
    'system',
    'server',
    'computer',
    'internet',
    'windows',
    'monitor',
    'hello',
    'iloveyou',
    'sunshine',
    'princess',
    'dragon',
    'monkey',
    'shadow',
    'football',
    'baseball',
    'basketball',
    'superman',
    'batman',
    'starwars',
    'michael',
    'jordan',
    'charlie',
    'freedom',
    'whatever',
    'summer',
    'winter',
    'spring',
    'autumn',
    'company',
    'office',
    'china',
    'beijing',
    'shanghai',
    'shenzhen',
    'hongkong',
    'woaini',
    'woaiwojia',
    'nihao',
    'wangwei',
    'zhangwei',
    'mimic',
    'scada',
    'plant',
    'tunnel',
    'street',
    'streetlamp',
    'lamp',
    'light',
    'lighting',
    'industry',
    'factory',
    'control',
    'abc',
    'abcd',
    'aaa',
    'qwe',
    'qwer',
    'asd',
    'zxc',
    'a',
    'aa',
    'qq',
    'wo',
    'w',
  ]
  const endings = [
    '',
    '1',
    '01',
    '11',
    '12',
    '21',
    '22',
    '88',
    '99',
    '100',
    '111',
    '123',
    '321',
    '520',
    '521',
    '666',
    '777',
    '888',
    '999',
    '1234',
    '4321',
    '1314',
    '5201314',
    '12345',
    '54321',
    '123456',
    '654321',
    '1234567',
    '12345678',
    '123456789',
    '!',
    '1!',
    '123!',
    '@1',
    '@12',
    '@123',
    '@1234',
    '#123',
    '_123',
    '.123',
    '123.',
    '!@#',
    '2020',
    '2021',
    '2022',
    '2023',
    '2024',
    '2025',
    '2026',
    '@2024',
    '@2025',
    '@2026',
  ]
  return bases.flatMap((base) => [
    ...endings.map((ending) => `${base}${ending}`),
    `${base}${base}`,
    `123${base}`,
    `123456${base}`,
  ])
}

function listDigits(): string[] {
  const passwords: string[] = []
  for (let length = 8; length <= 12; length++) {
    for (const digit of '0123456789') passwords.push(digit.repeat(length))
    for (let from = 0; from < 10; from++) {
      const up = Array.from({ length }, (_, index) => (from + index) % 10).join('')
      passwords.push(up, up.split('').toReversed().join(''))
    }
  }
  const blocks = [
    '12',
    '21',
    '69',
    '78',
    '88',
    '66',
    '123',
    '321',
    '520',
    '1234',
    '4321',
    '1212',
    '1122',
    '2580',
    '1314',
  ]
  for (const block of blocks) for (const times of [2, 3, 4, 5]) passwords.push(block.repeat(times))
  for (const a of '0123456789')
    for (const b of '0123456789') passwords.push(`${a.repeat(4)}${b.repeat(4)}`, `${a}${b}`.repeat(4))
  return [
    ...passwords,
    '11223344',
    '1122334455',
    '112233445566',
    '147258369',
    '159357456',
    '741852963',
    '789456123',
    '5201314520',
    '1314520520',
    '123123123',
    '31415926',
    '314159265',
  ]
}

/** Birthdays and years written as eight digits. */
function listDates(): string[] {
  const passwords: string[] = []
  for (let year = 1960; year <= 2026; year++) {
    passwords.push(`${year}${year}`)
    for (const day of ['0101', '0214', '0505', '0606', '0808', '0909', '1001', '1010', '1111', '1212', '1225', '1231'])
      passwords.push(`${year}${day}`, `${day}${year}`)
  }
  return passwords
}

function listKeyboardPatterns(): string[] {
  const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop']
  const columns = [
    '1qaz',
    '2wsx',
    '3edc',
    '4rfv',
    '5tgb',
    '6yhn',
    'qaz',
    'wsx',
    'edc',
    '!qaz',
    '@wsx',
    'zaq1',
    'xsw2',
    'zaq',
    'xsw',
  ]
  const runs = rows.flatMap((row) => {
    const both = [row, row.split('').toReversed().join('')]
    return both.flatMap((one) =>
      [8, 9, 10].flatMap((length) =>
        Array.from({ length: Math.max(0, one.length - length + 1) }, (_, from) => one.slice(from, from + length)),
      ),
    )
  })
  const starts = [
    'qwer',
    'qwert',
    'qwerty',
    'asdf',
    'asdfg',
    'asdfgh',
    'zxcv',
    'zxcvb',
    'zxcvbn',
    'zxcvbnm',
    'qweasd',
    'qweasdzxc',
    'qazwsx',
    'qazwsxedc',
    '1q2w3e',
    '1q2w3e4r',
    '1q2w3e4r5t',
    'q1w2e3',
    'q1w2e3r4',
    'a1b2c3',
    'a1b2c3d4',
  ]
  return [
    ...runs,
    ...columns.flatMap((one) => columns.map((other) => `${one}${other}`)),
    ...columns.map((one) => `${one}${one}${one}`),
    ...starts.flatMap((start) =>
      ['', '1', '12', '123', '1234', '12345', '123456', '!', '@123', '2024', '2025', '2026', start].map(
        (ending) => `${start}${ending}`,
      ),
    ),
    ...starts.map((start) => `123${start}`),
  ]
}

function listOtherPatterns(): string[] {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz'
  const letters = alphabet.split('').flatMap((letter) => [8, 9, 10].map((length) => letter.repeat(length)))
  return [
    ...letters,
    ...[8, 9, 10, 12, 26].map((length) => alphabet.slice(0, length)),
    'aabbccdd',
    'abcabcabc',
    'abcd1234',
    'abc12345',
    'abc123456',
    '1234abcd',
    '123abc456',
    'a1234567',
    'a12345678',
    'a123456789',
    'aa123456',
    'aa12345678',
    'q1234567',
    'z1234567',
    'trustno1',
    'qwerty!@#',
    '!@#$%^&*',
    '!@#$%^&*()',
    '1q2w3e4r!',
    'p@ssw0rd!',
    'scadascada',
    'correcthorsebatterystaple',
    'thisispassword',
    'nopassword',
    'mypassword',
    'newpassword',
    'yourpassword',
    'temppassword',
    'temporary',
    'changeit',
    'changethis',
    'changemenow',
    'letmeinnow',
    'opensesame',
    'iloveyou2',
    'lovelove',
    'loveyou1',
    'ihateyou',
    'killer12',
    'pokemon1',
    'samsung1',
    'iphone12',
    'huawei123',
    'wechat123',
  ]
}
