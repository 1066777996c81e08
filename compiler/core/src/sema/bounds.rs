//! Specifiers that bound the launches of a kernel: `__launch_bounds__`, `__cluster_dims__`, `__maxnreg__` (CUDA C++ Programming Guide,
//! "Launch Bounds", "Maximum Number of Registers per Thread", "Thread Block Clusters").

use super::Sema;
use super::entity::ScopeId;
use super::errors;
use kern_syntax::ast;

impl<'a> Sema<'a> {
    /// Whether specifiers that bound launches may stand where they do, with so many arguments: on kernels alone, and not all of them
    /// together (as nvcc 13 has it). Reports otherwise.
    pub(super) fn check_bounds(&mut self, bounds: ast::Bounds<'a>, is_kernel: bool) -> bool {
        let mut are_right = true;
        for (what, list, most) in
            [("`__launch_bounds__`", bounds.launch, 3), ("`__cluster_dims__`", bounds.cluster, 3), ("`__maxnreg__`", bounds.registers, 1)]
        {
            let Some(first) = list.first() else { continue };
            if !is_kernel {
                self.report(errors::bound_of_no_kernel(first.span, what));
            } else if let Some(extra) = list.get(most) {
                self.report(errors::too_many_bounds(extra.span, what, most));
            } else {
                continue;
            }
            are_right = false;
        }
        if let (true, Some(threads), Some(registers)) = (is_kernel, bounds.launch.first(), bounds.registers.first()) {
            self.report(errors::bounds_together(registers.span, threads.span));
            are_right = false;
        }
        are_right
    }

    pub(super) fn launch_bounds(&mut self, bounds: &'a [ast::Expr], scope: ScopeId) -> Option<(u32, Option<u32>)> {
        let mut values = Vec::new();
        for e in bounds {
            let v = self.within(scope, |s| s.read(e));
            match self.evaluate_int(&v.e) {
                Ok(n) if (0..=1 << 20).contains(&n) => values.push(n as u32),
                Ok(n) => self.report(errors::bad_launch_bounds(e.span, n)),
                Err(why) => self.report_not_constant(why, |why| errors::not_constant(e.span, why)),
            }
        }
        let max = *values.first()?;
        if max > 1024 {
            self.report(errors::bad_launch_bounds(bounds[0].span, i128::from(max)));
            return None;
        }
        Some((max, values.get(1).copied()))
    }

    /// The arguments of `__cluster_dims__`: up to three, of which those that are left out are 1.
    pub(super) fn cluster_dims(&mut self, dims: &'a [ast::Expr], scope: ScopeId) -> Option<[u32; 3]> {
        let mut values = [1; 3];
        for (e, value) in dims.iter().zip(&mut values) {
            *value = self.bound(e, ("`__cluster_dims__`", 1..=1 << 16), scope)?;
        }
        (!dims.is_empty()).then_some(values)
    }

    /// The argument of `__maxnreg__`.
    pub(super) fn max_registers(&mut self, registers: &'a [ast::Expr], scope: ScopeId) -> Option<u32> {
        self.bound(registers.first()?, ("`__maxnreg__`", 1..=255), scope)
    }

    /// The value of a constant in a specifier that bounds launches, if it is one that this may have.
    fn bound(&mut self, e: &'a ast::Expr, (what, range): (&str, std::ops::RangeInclusive<i128>), scope: ScopeId) -> Option<u32> {
        let v = self.within(scope, |s| s.read(e));
        match self.evaluate_int(&v.e) {
            Ok(n) if range.contains(&n) => return u32::try_from(n).ok(),
            Ok(n) => self.report(errors::bad_bound(e.span, what, n)),
            Err(why) => self.report_not_constant(why, |why| errors::not_constant(e.span, why)),
        }
        None
    }
}
