import * as z from 'zod/mini'

/** Specification section 9: 01 is the default, the others are alternates with a picture and a colour of their own. */
export const themeCodes = ['01', '10', '11', '12'] as const
export type ThemeCode = (typeof themeCodes)[number]

/** What a system looks like (section 3, settings); what is missing or makes no sense is the default of section 9. */
export const systemSetting = z.object({
  themeCode: z.catch(z.enum(themeCodes), '01'),
  /** Pixels. */
  fontSize: z.catch(z.int().check(z.gte(12), z.lte(16)), 12),
  /** The side menu starts closed. */
  sideCollapse: z.catch(z.boolean(), false),
})
export type SystemSetting = z.infer<typeof systemSetting>
export const defaultSetting: SystemSetting = { themeCode: '01', fontSize: 12, sideCollapse: false }
