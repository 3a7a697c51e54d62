/** Browser name with the full user agent as tooltip. */
export function ClientCell({ client }: { readonly client: string }) {
  return client === '' ? <span className="cell-none">–</span> : <span title={client}>{readBrowser(client)}</span>
}

/** Returns for example `Chrome 156, Linux` for a user agent; unknown ones are returned unchanged. */
function readBrowser(client: string): string {
  const [, name = '', version = ''] = /\b(Edg|OPR|Firefox|HeadlessChrome|Chrome|Version)\/(\d+)/.exec(client) ?? []
  const [system = ''] = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(client) ?? []
  if (name === '') return client
  return `${browserNames[name] ?? name} ${version}${system === '' ? '' : `, ${system === 'Mac OS X' ? 'macOS' : system}`}`
}

const browserNames: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  OPR: 'Opera',
  Version: 'Safari',
  HeadlessChrome: 'Chrome',
}
