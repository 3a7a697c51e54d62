import { number, text } from '../schema/index.ts'
import type { Feed } from './define.ts'

/** Where data come from, the same for all that show any: a GET of an address, the part of its answer that is meant, how often. */
export const dataFields = {
  url: text({ en: 'Data address (GET)', zh: '数据地址(GET)' }, { format: 'url', maxLength: 2000, group: 'data', bindable: false }),
  path: text({ en: 'Path into the answer', zh: '响应取值路径' }, { format: 'line', maxLength: 200, group: 'data', bindable: false }),
  everySeconds: number({ en: 'Ask every', zh: '刷新间隔' }, { default: 10, min: 1, max: 86_400, unit: 's', group: 'data', bindable: false }),
}

/** The feed of these fields into a property; none where there is no address. */
export function requestFeed(props: { readonly url: string; readonly path: string; readonly everySeconds: number }, prop: string): readonly Feed[] {
  return props.url === '' ? [] : [{ kind: 'request', prop, url: props.url, path: props.path, everyMs: Math.round(props.everySeconds * 1000) }]
}
