import type { JsonSchema } from '../entity/jsonSchema.ts'

/** An OpenAPI 3.1 document, limited to the parts used here. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly JsonSchema[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>
  }
}
