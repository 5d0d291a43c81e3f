// What the build puts in the place of a name: github.com/syumai/workers (scripts/site/glue.go).

declare module "virtual:workers-glue" {
  import type { Context } from "./ambient.js";

  const glue: {
    fetch(request: Request, env: object, context: Context): Promise<Response>;
  };
  export default glue;
}
