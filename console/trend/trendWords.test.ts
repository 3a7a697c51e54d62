import { expect, it } from 'vitest'
import { trend } from '../../contract/platform/trend.ts'
import en from '../locales/en-us/trend.json'
import zh from '../locales/zh-cn/trend.json'

it('describes who sees a private trend as the list of saved trends does', () => {
  expect({ en: en.sharedHelp, zh: zh.sharedHelp }).toEqual(trend.fields.isPublic.help)
})
