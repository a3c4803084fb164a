import { describePages } from "../support/page-matrix.ts";
import { half } from "../support/site-pages.ts";

describePages(half(0));
