/** A browser's long line as its name; the line itself stands behind it. */
export function ClientCell({ client }: { readonly client: string }) {
  return client === '' ? <span className="cell-none">–</span> : <span title={client}>{browserIn(client)}</span>
}

/** `Chrome 156, Linux` of what a browser says it is; anything else as it stands. */
function browserIn(client: string): string {
  const [, name = '', version = ''] = /\b(Edg|OPR|Firefox|HeadlessChrome|Chrome|Version)\/(\d+)/.exec(client) ?? []
  const [system = ''] = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(client) ?? []
  if (name === '') return client
  return `${known[name] ?? name} ${version}${system === '' ? '' : `, ${system === 'Mac OS X' ? 'macOS' : system}`}`
}

const known: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari', HeadlessChrome: 'Chrome' }
